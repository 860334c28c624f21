// Shared by every component: a tiny element builder, drawing in place, tile faces, and operations that are never lost.
const SVG = 'http://www.w3.org/2000/svg';
const make = (tag, props = {}, ...children) => {
  const node = tag === 'svg' || tag === 'rect' ? document.createElementNS(SVG, tag) : document.createElement(tag);
  node.handlers = {};
  node.key = props.key ?? props.class?.split(' ')[0];
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false || name === 'key') continue;
    if (name.startsWith('on')) node[name] = node.handlers[name] = value;
    else if (name === 'style') Object.assign(node.style, value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
};

// Drawing changes the nodes that are there and replaces none that has a counterpart (same tag, same key or first class):
// a key that is held down, a finger that has not lifted yet, the focus, the scroll position and a photo already loaded all stay.
const become = (node, wanted) => {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.data !== wanted.data) node.data = wanted.data;
    return;
  }
  for (const { name } of [...node.attributes]) if (!wanted.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of [...wanted.attributes]) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  for (const name of Object.keys({ ...node.handlers, ...wanted.handlers })) node[name] = wanted.handlers?.[name] ?? null;
  node.handlers = wanted.handlers;
  fill(node, [...wanted.childNodes]);
};
const fill = (parent, wanted) => {
  const spare = [...parent.childNodes];
  const nodes = wanted.flat().filter(Boolean).map((child) => {
    const at = spare.findIndex((old) => old.nodeName === child.nodeName && old.key === child.key);
    if (at < 0) return child;
    const [old] = spare.splice(at, 1);
    become(old, child);
    return old;
  });
  spare.forEach((old) => old.remove());
  nodes.forEach((node, at) => { if (parent.childNodes[at] !== node) parent.insertBefore(node, parent.childNodes[at] ?? null); });
};

const face = (tile, names, extra = '') =>
  make('img', { class: `face ${extra}`, src: `/snaptai/tile/${tile}.svg`, alt: names[tile] ?? tile, draggable: 'false' });

const random = () => Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join('');
const viewOf = (root, data, fresh) => ((root.views ??= {})[data.sheet] ??= fresh); // what this tab shows of this sheet

const stored = (id, pending) => { // a browser may refuse to store anything: then a reload forgets what was not answered
  try {
    if (pending === undefined) return JSON.parse(sessionStorage.getItem(id) ?? '[]');
    if (pending.length) sessionStorage.setItem(id, JSON.stringify(pending));
    else sessionStorage.removeItem(id);
  } catch { /* as above */ }
  return [];
};

// Operations are numbered and sent, all of them, until the server says it has them (`acked`); it does each number once.
// The sheet they were meant for goes with them. What is pending outlives a reload, except where `kept` is false.
const AGAIN = 4000; // doubled each time, so that a busy server is not driven in circles
const outbox = (root, name, data, setTriggerValue, { kept = true, again = AGAIN } = {}) => {
  const id = `snaptai.${name}.${data.sheet}`;
  const box = ((root.boxes ??= {})[id] ??= { token: random(), count: 0, pending: kept ? stored(id) : [] });
  const store = () => {
    root.classList.toggle('unanswered', box.pending.length > 0);
    if (kept) stored(id, box.pending);
  };
  const flush = (wait) => {
    clearTimeout(box.timer);
    if (!box.pending.length || !root.isConnected) return;
    setTriggerValue('ops', { sheet: data.sheet, ops: box.pending });
    box.timer = setTimeout(() => { box.late = true; box.flush(wait * 2); }, wait);
  };
  const overdue = box.late || box.visit !== data.visit; // the server is back after a silence; or knows nothing of what was sent
  Object.assign(box, { flush, late: false, visit: data.visit });
  box.pending = box.pending.filter((op) => op.n > (data.acked[op.token] ?? 0));
  store();
  if (!box.pending.length) clearTimeout(box.timer);
  else if (overdue) setTimeout(() => box.flush(again));
  box.send = (op) => {
    const numbered = { ...op, token: box.token, n: ++box.count };
    box.pending.push(numbered);
    store();
    flush(again);
    return numbered;
  };
  return box;
};
