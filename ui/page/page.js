// Streamlit's own dialog about a lost connection is closed as it opens; page.css says it in the page's own words.
if (!window.snaptaiQuiet) {
  window.snaptaiQuiet = new MutationObserver(() => document.querySelector('[data-testid="stDialog"] button')?.click());
  window.snaptaiQuiet.observe(document.body, { childList: true });
  const pressed = () => { // while nobody listens: then page.css says so at once; watch.js asks when it was
    window.snaptaiPressed = performance.now();
    const app = document.querySelector('.stApp');
    app?.toggleAttribute('data-pressed', app.dataset.testConnectionState !== 'CONNECTED');
  };
  ['pointerdown', 'keydown'].forEach((kind) => addEventListener(kind, pressed, true));
}
