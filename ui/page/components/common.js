// Shared by every component: a tiny element builder, tile faces, and operations that survive a busy or restarted server.
const make = (tag, props = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) node[key] = value;
    else if (key === 'style') Object.assign(node.style, value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
};

const face = (tile, names, extra = '') =>
  make('img', { class: `face ${extra}`, src: `/snaptai/tile/${tile}.svg`, alt: names[tile] ?? tile, draggable: 'false' });

// Operations go out with a number and are sent again until the server says it has them: none is lost, none is done twice.
const AGAIN = 4000; // doubled each time, so that a busy server is not driven in circles
const outbox = (root, view, setTriggerValue, acked) => {
  view.token ??= Math.random().toString(36).slice(2, 10);
  view.count ??= 0;
  const done = acked?.[view.token] ?? 0;
  view.pending = (view.pending ?? []).filter((op) => op.n > done);
  view.flush = (wait) => {
    clearTimeout(view.timer);
    if (!view.pending.length || !root.isConnected) return;
    setTriggerValue('ops', { token: view.token, ops: view.pending });
    view.timer = setTimeout(() => { root.dataset.stalled = '連線中… Reconnecting…'; view.flush(wait * 2); }, wait);
  };
  if (!view.pending.length) {
    clearTimeout(view.timer);
    delete root.dataset.stalled;
  }
  return (op) => {
    view.pending.push({ ...op, n: ++view.count });
    view.flush(AGAIN);
  };
};
