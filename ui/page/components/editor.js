// Correct what was read: photo with boxes, strip of crops by group, palette. Data: see correct_view.py.
const UNREAD = 300; // ms
const ROLES = ['concealed', 'winning', 'exposed', 'concealed_kong', 'flower', 'other'];

const OPPOSITE = { undo: 'redo', redo: 'undo' };
const withIt = (tile, role) => tile.along?.[role] ?? []; // the rest of a kong
const moved = (tile, op) => [op.tile, ...(op.with ?? withIt(tile, op.role))];
const copied = (tiles) => tiles.map((tile) => ({ ...tile }));

// What an operation does to the tiles, shown at once; state.py does the same and asks its questions anew.
const applied = (tiles, op, earlier) => {
  if (earlier) tiles.splice(0, tiles.length, ...copied(earlier));
  const tile = tiles.find((each) => each.id === op.tile);
  if (op.op === 'add') {
    const role = op.face.endsWith('f') && op.role === 'concealed' ? 'flower' : op.role;
    tiles.push({ id: `${op.token}.${op.n}`, tile: op.face, role, box: op.box ?? [0, 0, 0, 0], group: null, alternatives: [], question: null });
  }
  if (!tile) return;
  if (op.op === 'face') Object.assign(tile, { tile: op.face, question: null, alternatives: [] });
  if (op.op === 'delete') tiles.splice(tiles.indexOf(tile), 1);
  if (op.op === 'move') {
    if (op.role === 'winning') tiles.forEach((each) => { if (each.role === 'winning') each.role = 'concealed'; });
    const ids = moved(tile, op);
    tiles.filter((each) => ids.includes(each.id)).forEach((each) => Object.assign(each, { role: op.role, group: null }));
  }
};

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.editor');
  const view = viewOf(root, data, { selected: null, zoom: 0, least: 1, drawing: false, drag: null, adding: null, asked: '', past: null, earlier: new WeakMap() });
  const box = outbox(root, 'editor', data, setTriggerValue);
  const t = data.texts;
  const tiles = copied(data.tiles);
  box.pending.forEach((op) => applied(tiles, op, view.earlier.get(op)));
  const pending = (...kinds) => box.pending.some((op) => kinds.includes(op.op));
  const questioned = () => tiles.filter((tile) => tile.question);
  const chosen = () => tiles.find((tile) => tile.id === view.selected);

  const anew = view.asked !== data.reading;
  if (anew) { // a new reading: its first question is open already; not after a reload in the middle
    const begun = data.can_undo || box.pending.length;
    Object.assign(view, { asked: data.reading, selected: begun ? null : questioned()[0]?.id ?? null, zoom: 0, region: null, drawing: false, adding: null, past: { undo: [], redo: [] } });
    root.querySelector('.photo')?.remove();
    if (!data.photo && !tiles.length) view.adding = { role: 'concealed', box: null };
  }

  const byKeyboard = (event) => event?.detail === 0;
  const remembered = (op) => { // undo and redo show what this tab showed before; the server, which knows more, has the last word
    const earlier = view.past[op.op]?.pop();
    if (op.op === 'hand') view.past = { undo: [], redo: [] };
    else view.past[OPPOSITE[op.op] ?? 'undo'].push(copied(tiles));
    if (!OPPOSITE[op.op]) view.past.redo = [];
    return earlier;
  };
  const act = (op) => {
    const earlier = remembered(op), sent = box.send(op);
    view.earlier.set(sent, earlier);
    applied(tiles, sent, earlier);
    draw();
  };
  const actOn = (op) => { view.selected = null; act(op); };
  const select = (id, event) => {
    Object.assign(view, { selected: id, adding: null });
    draw();
    if (byKeyboard(event)) root.querySelector('.likely .key')?.focus();
  };
  const relabel = (name, event) => {
    // A double tap is one answer: what lies under the finger now is the next question, which nobody can have read yet.
    if (event.detail > 1 && event.timeStamp - view.answered < UNREAD) return;
    view.answered = event.timeStamp;
    const tile = chosen();
    view.selected = tile.question ? questioned().find((each) => each !== tile)?.id ?? null : null;
    act({ op: 'face', tile: tile.id, face: name });
    if (byKeyboard(event)) (root.querySelector('.likely .key') ?? root.querySelector(`[data-tile="${tile.id}"]`))?.focus();
  };

  const photo = data.photo && photoOf({ root, view, data, tiles, select, draw: () => draw() });
  const tool = (label, symbol, onclick, extra = {}) =>
    make('button', { key: label, class: 'plain tool', 'aria-label': label, title: label, onclick, ...extra }, symbol);
  const tools = () => make('div', { key: 'tools', class: 'tools' },
    tool(t.undo, '↶', () => act({ op: 'undo' }), { 'data-tool': 'undo', disabled: !data.can_undo && !pending('face', 'add', 'move', 'delete', 'hand') }),
    tool(t.redo, '↷', () => act({ op: 'redo' }), { 'data-tool': 'redo', disabled: !data.can_redo && !pending('undo') }),
    tool(t.add, t.add_short, () => { Object.assign(view, { selected: null, adding: { role: 'concealed', box: null } }); draw(); }, { 'data-tool': 'add' }),
    photo && tool(t.draw, '▢', () => { Object.assign(view, { drawing: !view.drawing, selected: null }); draw(); }, { 'aria-pressed': String(view.drawing) }),
    photo && tool(t.zoom_out, '−', () => photo.zoom(1 / 1.6), { disabled: view.zoom <= view.least }),
    photo && tool(t.zoom_in, '+', () => photo.zoom(1.6), { disabled: view.zoom >= 8 }),
    make('span', { class: `count${data.count_ok ? ' good' : ''}`, role: 'status' }, data.count));

  // The strip

  const crop = (tile, width, margin = 0) => {
    const b = boxOf(tile);
    if (!b || !data.photo) return null;
    const mx = (b[2] - b[0]) * margin, my = (b[3] - b[1]) * margin;
    const x0 = b[0] - mx, y0 = b[1] - my, w = b[2] - b[0] + 2 * mx, h = b[3] - b[1] + 2 * my;
    const height = width * 1.32, k = Math.min(width / w, height / h);
    return make('i', { class: 'crop', style: {
      width: `${width}px`, height: `${height}px`, backgroundImage: `url(${data.photo.src})`,
      backgroundSize: `${data.photo.w * k}px ${data.photo.h * k}px`,
      backgroundPosition: `${-x0 * k + (width - w * k) / 2}px ${-y0 * k + (height - h * k) / 2}px`,
    } });
  };
  const CROP = window.innerWidth > 640 ? 34 : 28;
  const chip = (tile) => make('button', {
    key: tile.id, class: `chip${tile.question ? ' ask' : ''}${tile.id === view.selected ? ' on' : ''}`,
    'aria-label': [data.names[tile.tile], t.roles[tile.role], tile.question && t.unsure].filter(Boolean).join('，'),
    'data-tile': tile.id, onclick: (event) => select(tile.id, event),
  }, crop(tile, CROP), face(tile.tile, data.names, 'small'));
  const group = (role) => {
    const members = tiles.filter((tile) => tile.role === role);
    if (!members.length) return null;
    const melds = [...new Set(members.map((tile) => tile.group ?? -1))];
    const title = [t.roles[role], make('span', { class: 'quiet' }, ` ${members.length}`)];
    const strip = make('div', { class: 'strip' },
      melds.map((meld) => make('div', { key: meld, class: 'meld' }, members.filter((tile) => (tile.group ?? -1) === meld).map(chip))));
    if (role !== 'other') return make('section', { key: role, class: `group ${role}`, 'aria-label': t.roles[role] }, make('h3', {}, ...title), strip);
    return make('details', { key: role, class: 'group other', open: view.others, ontoggle: (event) => { view.others = event.currentTarget.open; } },
      make('summary', {}, ...title), strip);
  };
  const otherHand = () => make('div', { class: 'two' }, make('p', {}, t.two_hands),
    make('button', { class: 'swap', 'aria-label': t.other_hand, 'data-tool': 'hand', onclick: () => actOn({ op: 'hand' }) },
      make('strong', {}, `⇄ ${t.other_hand}`), make('div', { class: 'faces' }, data.other_hand.map((tile) => face(tile, data.names)))));
  const asking = () => {
    const unsure = questioned(), last = root.querySelector('.asking');
    if (!tiles.length && !data.notes.length) return make('p', { key: 'hint', class: 'quiet' }, t.empty_hint);
    if (!unsure.length && !data.notes.length && !data.other_hand.length && !(last && box.pending.length)) return null;
    // Until the server has answered the place stays as large as it is: nothing moves away under a finger.
    const height = last && box.pending.length ? `${last.offsetHeight}px` : '';
    return make('section', { key: 'asking', class: 'asking', 'aria-live': 'polite', style: { minHeight: height } },
      data.other_hand.length ? otherHand() : null,
      data.notes.map((note) => make('p', { key: note }, note)),
      unsure.length ? make('h3', {}, t.please_check.replace('{n}', unsure.length)) : null,
      unsure.length ? make('div', { key: 'strip', class: 'strip' }, unsure.map(chip)) : null);
  };

  // The palette

  const likely = (tile) => [tile.tile, ...tile.alternatives.map(([name]) => name)].filter((v, i, all) => all.indexOf(v) === i).slice(0, 5);
  const key = (name, pick, extra = '') => make('button', {
    key: name, class: `key ${extra}`, 'aria-label': data.names[name], 'data-face': name, onclick: (event) => pick(name, event),
  }, face(name, data.names));
  const board = (pick) => make('div', { key: 'board', class: 'board' },
    data.board.map((line) => make('div', { class: 'line' }, line.map((name) => key(name, pick)))));
  const close = () => { Object.assign(view, { selected: null, adding: null }); draw(); };
  const head = (title) => make('div', { key: 'head', class: 'head' }, title, make('button', { class: 'plain close', 'aria-label': t.close, onclick: close }, '✕'));
  const roles = (current, pick, tile = {}) => make('div', { key: 'moves', class: 'moves', role: 'group', 'aria-label': t.move }, ROLES.map((role) =>
    make('button', { key: role, class: role === current ? 'now' : '', 'aria-pressed': String(role === current), 'data-role': role, onclick: () => pick(role) }, t.roles[role],
      withIt(tile, role).length ? ` ×${withIt(tile, role).length + 1}` : null)));
  const melds = (tile) => !!tile.melds?.length && make('div', { key: 'melds', class: 'moves melds', role: 'group', 'aria-label': t.move_meld },
    make('span', { class: 'quiet' }, t.move_meld), tile.melds.map(({ role, tiles: ids }) => make('button', {
      key: role + ids, 'data-meld': role, onclick: () => actOn({ op: 'move', tile: tile.id, role, with: ids.filter((id) => id !== tile.id) }),
    }, ids.map((id) => face(tiles.find((each) => each.id === id)?.tile, data.names)), t.roles[role])));
  const faces = (tile) => [
    make('div', { key: 'likely', class: 'likely' }, likely(tile).map((name, i) => key(name, relabel, i === 0 ? 'first' : ''))),
    board(relabel)];
  const places = (tile) => [roles(tile.role, (role) => actOn({ op: 'move', tile: tile.id, role }), tile), melds(tile)];
  const correcting = (tile) => [
    head(make('div', { class: 'ask-line' }, crop(tile, 64, .25),
      make('div', {}, make('strong', {}, !tile.question ? data.names[tile.tile] : tile.where ? t.which_place : t.which_tile),
        make('div', { class: 'quiet' }, tile.question ?? t.tap_right_face)))),
    ...(tile.question && tile.where ? [...places(tile), ...faces(tile)] : [...faces(tile), ...places(tile)]),
    make('button', { class: 'plain remove', onclick: () => actOn({ op: 'delete', tile: tile.id }) }, t.remove)];
  const adding = ({ role, box: drawn }) => [
    head(make('strong', {}, t.add_to.replace('{group}', t.roles[role]))),
    board((name) => {
      if (drawn) view.adding = null;
      act({ op: 'add', face: name, role, box: drawn });
    }),
    roles(role, (other) => { view.adding = { role: other, box: drawn }; draw(); })];
  const palette = () => {
    if (!chosen() && !view.adding) return null;
    const node = make('div', { key: 'palette', class: 'palette', role: 'dialog', 'aria-label': t.palette },
      chosen() ? correcting(chosen()) : adding(view.adding));
    const beside = root.getBoundingClientRect().right + 24, room = window.innerWidth - beside - 24;
    if (room > 380) Object.assign(node.style, { left: `${beside}px`, width: `${Math.min(room, 520)}px`, right: 'auto' });
    return node;
  };

  // The keyboard: arrows move, Enter opens, Escape closes, Delete removes, Ctrl+Z and Ctrl+Y undo and redo

  const active = () => root.getRootNode().activeElement;
  const step = (by) => {
    const all = [...root.querySelectorAll(active()?.classList.contains('key') ? '.key' : '.chip')];
    all[(all.indexOf(active()) + by + all.length) % all.length]?.focus();
  };
  const remove = () => {
    const id = chosen()?.id ?? active()?.dataset.tile;
    if (id) actOn({ op: 'delete', tile: id });
  };
  const shortcut = (event) => {
    if (event.key === 'Enter' && event.repeat) return () => {}; // held down: once is enough
    if (event.key === 'Delete') return remove;
    if (event.key === 'ArrowLeft') return () => step(-1);
    if (event.key === 'ArrowRight') return () => step(1);
    if (!event.ctrlKey && !event.metaKey) return null;
    return { z: () => act({ op: event.shiftKey ? 'redo' : 'undo' }), y: () => act({ op: 'redo' }) }[event.key.toLowerCase()];
  };
  root.onkeydown = (event) => {
    const command = shortcut(event);
    if (!command) return;
    event.preventDefault();
    command();
  };
  document.onkeydown = (event) => { if (event.key === 'Escape' && root.isConnected) close(); }; // wherever the focus is

  const refocus = (lost) => { // what had the focus moved or went away: on to the tile, the one in its place, or the tools
    const chips = [...root.querySelectorAll('.groups .chip')];
    const same = chips.find((each) => each.dataset.tile === (lost.dataset.tile ?? view.last?.id));
    (same ?? chips[Math.min(view.last?.at ?? 0, chips.length - 1)] ?? root.querySelector('.tool')).focus({ preventScroll: true });
  };
  const draw = () => {
    const before = root.querySelector('.photo'), focused = active();
    const at = tiles.findIndex((tile) => tile.id === (focused?.dataset.tile ?? view.selected));
    if (at >= 0) view.last = { id: tiles[at].id, at };
    fill(root, [photo && photo.node(), tools(), asking(), make('div', { key: 'groups', class: 'groups' }, ROLES.map(group)), palette()]);
    if (photo && root.querySelector('.photo') !== before) photo.centre();
    if (focused && !focused.isConnected) refocus(focused);
  };
  draw();
  if (anew) root.querySelector('.likely .key')?.focus({ preventScroll: true });
}
