// Draws the page anew when another phone has changed the table or the sheet that it shows. Data: see shell.py.
const EVERY = 400, TOLD = 4000, ACTING = 1500; // ms
const later = (ms) => new Promise((done) => setTimeout(done, ms));
// What was done here is on its way, and a rerun asked for now would take the address from before it along.
const acting = () => performance.now() - (window.snaptaiPressed ?? -ACTING) < ACTING
  || document.querySelector('.stApp').dataset.testScriptState === 'running';

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.watch');
  const turn = root.turn = {}; // drawn anew: the watch that was there ends
  const changed = async () => {
    const answer = document.hidden ? null : await fetch(data.url).catch(() => null);
    return answer?.ok && await answer.text() !== data.seen && !acting();
  };
  const watch = async (wait) => {
    await later(wait);
    const found = root.turn === turn && await changed();
    if (root.turn !== turn || !root.isConnected) return;
    if (found) setTriggerValue('changed', true);
    watch(found ? TOLD : EVERY);
  };
  watch(EVERY);
}
