// Streamlit's own dialog about a lost connection is closed as it opens; page.css says it in the page's own words.
if (!window.snaptaiQuiet) {
  window.snaptaiQuiet = new MutationObserver(() => document.querySelector('[data-testid="stDialog"] button')?.click());
  window.snaptaiQuiet.observe(document.body, { childList: true });
}
