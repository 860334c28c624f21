// Streamlit's own dialog about a lost connection is closed as it opens; page.css says it in the page's own words.
new MutationObserver(() => document.querySelector('[data-testid="stDialog"] button')?.click()).observe(document.body, { childList: true });
const speak = () => { // the language of what page.css says by itself
  document.documentElement.lang = new URLSearchParams(location.search).get('lang') === 'en' ? 'en' : 'zh-Hant';
};
speak();
const pressed = () => { // while nobody listens: then page.css says so at once; watch.js asks when it was
  window.snaptaiPressed = performance.now();
  speak();
  const app = document.querySelector('.stApp');
  app?.toggleAttribute('data-pressed', app.dataset.testConnectionState !== 'CONNECTED');
};
['pointerdown', 'keydown'].forEach((kind) => addEventListener(kind, pressed, true));
// A double tap is one answer: what has come under the finger by then nobody can have read yet. Streamlit's buttons take none twice.
const TWICE = 400, NEAR = 24; // ms, px
const BUTTON = '[data-testid="stButton"], [data-testid="stButtonGroup"]';
const hit = (event) => event.composedPath()[0].closest?.('button, summary');
let before = { timeStamp: -TWICE }, twice = false;
const once = (event) => {
  if (event.type === 'pointerdown') {
    twice = event.timeStamp - before.timeStamp < TWICE && (event.target.closest(BUTTON) || hit(event) !== before.hit)
      && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < NEAR;
    before = event;
    before.hit = hit(event);
  }
  if (twice && (event.type !== 'click' || event.detail)) event.stopPropagation(); // detail 0: by keyboard
};
['pointerdown', 'pointerup', 'click'].forEach((kind) => addEventListener(kind, once, true));
