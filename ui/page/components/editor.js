// Correct what was read: photo with boxes, strip of crops by group, palette. Data: see editor.py.
const NS = 'http://www.w3.org/2000/svg';
const REACH = 60; // how far from a tile, in screen pixels, a tap still means that tile
const SMALLEST = 8; // photo pixels: a smaller drawn box is a slip

const box = (tile) => (tile.box[2] > tile.box[0] ? tile.box : null);

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.editor');
  const view = (root.view ??= { selected: null, zoom: 1, drawing: false, adding: null, asked: '' });
  const send = outbox(root, view, setTriggerValue, data.acked);
  const t = data.texts;

  const tiles = data.tiles.map((tile) => ({ ...tile }));
  for (const op of view.pending) {
    if (op.op === 'face' && tiles[op.index]) Object.assign(tiles[op.index], { tile: op.tile, question: null });
    if (op.op === 'add') tiles.push({ tile: op.tile, role: op.role, box: op.box ?? [0, 0, 0, 0], group: null, alternatives: [], question: null });
  }
  // While the server still takes a tile away or back, nobody knows the others' numbers.
  const numbered = () => !view.pending.some((op) => ['delete', 'undo', 'redo'].includes(op.op));
  const questioned = () => tiles.map((_, i) => i).filter((i) => tiles[i].question);

  if (view.asked !== data.reading) { // a new reading: its first question is open already
    Object.assign(view, { asked: data.reading, selected: questioned()[0] ?? null, zoom: 0, region: null, drawing: false, adding: null });
    root.querySelector('.photo')?.remove();
    if (!data.photo && !tiles.length) view.adding = { role: 'concealed', box: null };
  }
  if (view.selected !== null && !tiles[view.selected]) view.selected = null;

  const byKeyboard = (event) => event?.detail === 0;
  const select = (index, event) => {
    Object.assign(view, { selected: index, adding: null });
    draw();
    if (byKeyboard(event)) root.querySelector('.likely .key')?.focus();
  };
  const next = (index) => questioned().find((i) => i !== index) ?? null;

  const act = (op) => { if (numbered() || !('index' in op)) { send(op); draw(); } };
  const relabel = (tile, event) => {
    if (!numbered()) return;
    const index = view.selected;
    tiles[index].tile = tile;
    const wasQuestion = tiles[index].question;
    tiles[index].question = null;
    view.selected = wasQuestion ? next(index) : null;
    send({ op: 'face', index, tile });
    draw();
    if (byKeyboard(event)) (root.querySelector('.likely .key') ?? root.querySelector(`[data-tile="${index}"]`))?.focus();
  };

  // The photo

  const toPhoto = (event, svg) => {
    const frame = svg.getBoundingClientRect();
    return [(event.clientX - frame.left) / frame.width * data.photo.w, (event.clientY - frame.top) / frame.height * data.photo.h];
  };
  const nearest = ([x, y], scale) => {
    let best = null, least = REACH * scale;
    tiles.forEach((tile, i) => {
      const b = box(tile);
      if (!b) return;
      const dx = Math.max(b[0] - x, 0, x - b[2]), dy = Math.max(b[1] - y, 0, y - b[3]);
      const far = Math.hypot(dx, dy) + 1e-3 * Math.hypot(x - (b[0] + b[2]) / 2, y - (b[1] + b[3]) / 2);
      if (far < least) [least, best] = [far, i];
    });
    return best;
  };
  const rect = (b, kind) => {
    const node = document.createElementNS(NS, 'rect');
    const [x0, y0, x1, y1] = b;
    for (const [key, value] of Object.entries({ x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: (x1 - x0) * .1 })) node.setAttribute(key, value);
    node.setAttribute('class', kind);
    return node;
  };
  const overlay = () => {
    const svg = document.createElementNS(NS, 'svg');
    svg.setAttribute('viewBox', `0 0 ${data.photo.w} ${data.photo.h}`);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', t.photo_label.replace('{n}', tiles.length));
    tiles.forEach((tile, i) => {
      if (box(tile)) svg.append(rect(box(tile), `box ${tile.role}${tile.question ? ' ask' : ''}${i === view.selected ? ' on' : ''}`));
    });
    svg.style.touchAction = view.drawing ? 'none' : 'manipulation';
    let start = null, ghost = null;
    svg.onpointerdown = (event) => {
      start = toPhoto(event, svg);
      if (!view.drawing) return;
      svg.setPointerCapture(event.pointerId);
      ghost = rect([...start, ...start], 'box on');
      svg.append(ghost);
    };
    const span = (event) => {
      const [x, y] = toPhoto(event, svg);
      return [Math.min(x, start[0]), Math.min(y, start[1]), Math.max(x, start[0]), Math.max(y, start[1])];
    };
    svg.onpointermove = (event) => {
      if (!ghost) return;
      const fresh = rect(span(event), 'box on');
      ghost.replaceWith(fresh);
      ghost = fresh;
    };
    svg.onpointerup = (event) => {
      if (!ghost) return;
      const drawn = span(event).map((v) => Math.round(v * 10) / 10);
      ghost.remove();
      ghost = null;
      if (drawn[2] - drawn[0] < SMALLEST || drawn[3] - drawn[1] < SMALLEST) return;
      Object.assign(view, { drawing: false, selected: null, adding: { role: 'concealed', box: drawn } });
      draw();
    };
    svg.onclick = (event) => {
      if (view.drawing) return;
      const hit = nearest(toPhoto(event, svg), data.photo.w / svg.getBoundingClientRect().width);
      if (hit !== null) select(hit);
    };
    return svg;
  };
  const region = () => { // where the hand lies, with a margin: what the photo shows first
    const boxes = tiles.filter((tile) => box(tile) && tile.role !== 'other').map((tile) => tile.box);
    if (!boxes.length) return [0, 0, data.photo.w, data.photo.h];
    const margin = 0.6 * Math.max(...boxes.map((b) => b[3] - b[1]));
    return [Math.max(0, Math.min(...boxes.map((b) => b[0])) - margin), Math.max(0, Math.min(...boxes.map((b) => b[1])) - margin),
      Math.min(data.photo.w, Math.max(...boxes.map((b) => b[2])) + margin), Math.min(data.photo.h, Math.max(...boxes.map((b) => b[3])) + margin)];
  };
  const photo = () => {
    if (!data.photo) return null;
    const [x0, y0, x1, y1] = view.region ??= region();
    const ratio = Math.min(Math.max((x1 - x0) / (y1 - y0), 1), 2.2);
    const fit = Math.min(data.photo.w / (x1 - x0), data.photo.h / (y1 - y0) * ratio * data.photo.w / data.photo.h, 6);
    view.fit = Math.max(1, fit);
    view.zoom = view.zoom || view.fit;
    const inner = make('div', { class: 'sheet', style: { width: `${view.zoom * 100}%` } },
      make('img', { src: data.photo.src, alt: '', width: data.photo.w, height: data.photo.h, draggable: 'false' }), overlay());
    return make('div', { class: `photo${view.drawing ? ' drawing' : ''}`, style: { aspectRatio: String(ratio) } }, inner);
  };
  const scrollTo = (x, y) => {
    const frame = root.querySelector('.photo'), scale = frame.scrollWidth / data.photo.w;
    frame.scrollTo(x * scale - frame.clientWidth / 2, y * scale - frame.clientHeight / 2);
  };
  const focusPhoto = () => { // keep the chosen tile, else the hand, in sight
    if (!data.photo) return;
    const tile = tiles[view.selected];
    const [x0, y0, x1, y1] = tile && box(tile) && view.zoom > view.fit * 1.01 ? box(tile) : view.region;
    scrollTo((x0 + x1) / 2, (y0 + y1) / 2);
  };
  const zoomed = (factor) => { view.zoom = Math.min(8, Math.max(1, view.zoom * factor)); draw(); focusPhoto(); };
  const tool = (label, symbol, onclick, extra = {}) =>
    make('button', { class: 'plain tool', 'aria-label': label, title: label, onclick, ...extra }, symbol);
  const tools = () => make('div', { class: 'tools' },
    tool(t.undo, '↶', () => act({ op: 'undo' }), { disabled: !data.can_undo }),
    tool(t.redo, '↷', () => act({ op: 'redo' }), { disabled: !data.can_redo }),
    tool(t.add, t.add_short, () => { Object.assign(view, { selected: null, adding: { role: 'concealed', box: null } }); draw(); }, { 'data-tool': 'add' }),
    data.photo && tool(t.draw, '▢', () => { Object.assign(view, { drawing: !view.drawing, selected: null }); draw(); }, { 'aria-pressed': String(view.drawing) }),
    data.photo && tool(t.zoom_out, '−', () => zoomed(1 / 1.6), { disabled: view.zoom <= 1 }),
    data.photo && tool(t.zoom_in, '+', () => zoomed(1.6), { disabled: view.zoom >= 8 }),
    make('span', { class: `count${data.count_ok ? ' good' : ''}`, role: 'status' }, data.count));

  // The strip

  const crop = (tile, width, margin = 0) => {
    const b = box(tile);
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
  const chip = (index) => {
    const tile = tiles[index];
    const label = [data.names[tile.tile], t.roles[tile.role], tile.question && t.unsure].filter(Boolean).join('，');
    return make('button', {
      class: `chip${tile.question ? ' ask' : ''}${index === view.selected ? ' on' : ''}`,
      'aria-label': label, 'data-tile': index, onclick: (event) => select(index, event),
    }, crop(tile, CROP), face(tile.tile, data.names, 'small'));
  };
  const group = (role) => {
    const members = tiles.map((_, i) => i).filter((i) => tiles[i].role === role);
    if (!members.length) return null;
    const melds = [...new Set(members.map((i) => tiles[i].group ?? -1))];
    const title = [t.roles[role], make('span', { class: 'quiet' }, ` ${members.length}`)];
    const strip = make('div', { class: 'strip' },
      melds.map((meld) => make('div', { class: 'meld' }, members.filter((i) => (tiles[i].group ?? -1) === meld).map(chip))));
    if (role !== 'other') return make('section', { class: `group ${role}`, 'aria-label': t.roles[role] }, make('h3', {}, ...title), strip);
    const fold = make('details', { class: 'group other', open: view.others }, make('summary', {}, ...title), strip);
    fold.ontoggle = () => { view.others = fold.open; };
    return fold;
  };
  const asking = () => {
    const unsure = questioned();
    if (!tiles.length) return make('p', { class: 'quiet' }, t.empty_hint);
    if (!unsure.length && !data.notes.length) return null;
    return make('section', { class: 'asking', 'aria-live': 'polite' },
      data.notes.map((note) => make('p', {}, note)),
      unsure.length ? make('h3', {}, t.please_check.replace('{n}', unsure.length)) : null,
      unsure.length ? make('div', { class: 'strip' }, unsure.map(chip)) : null);
  };

  // The palette

  const likely = () => {
    const tile = tiles[view.selected];
    return tile ? [tile.tile, ...tile.alternatives.map(([name]) => name)].filter((v, i, all) => all.indexOf(v) === i).slice(0, 5) : [];
  };
  const key = (tile, pick, extra = '') => make('button', { class: `key ${extra}`, 'aria-label': data.names[tile], 'data-face': tile, onclick: (event) => pick(tile, event) }, face(tile, data.names));
  const board = (pick) => make('div', { class: 'board' }, data.board.map((line) => make('div', { class: 'line' }, line.map((tile) => key(tile, pick)))));
  const close = () => { Object.assign(view, { selected: null, adding: null }); draw(); };
  const head = (title) => make('div', { class: 'head' }, title, make('button', { class: 'plain close', 'aria-label': t.close, onclick: close }, '✕'));
  const roles = (current, pick) => make('div', { class: 'moves', role: 'group', 'aria-label': t.move },
    ['concealed', 'winning', 'exposed', 'concealed_kong', 'flower', 'other'].map((role) =>
      make('button', { class: role === current ? 'now' : '', 'aria-pressed': String(role === current), 'data-role': role, onclick: () => pick(role) }, t.roles[role])));
  const correcting = () => {
    const index = view.selected, tile = tiles[index];
    const title = make('div', { class: 'ask-line' }, crop(tile, 64, .25),
      make('div', {}, make('strong', {}, tile.question ? t.which_tile : data.names[tile.tile]),
        make('div', { class: 'quiet' }, tile.question ?? t.tap_right_face)));
    return [head(title),
      make('div', { class: 'likely' }, likely().map((name, i) => key(name, relabel, i === 0 ? 'first' : ''))),
      board(relabel),
      roles(tile.role, (role) => { view.selected = null; act({ op: 'move', index, role }); }),
      make('button', { class: 'plain remove', onclick: () => { view.selected = null; act({ op: 'delete', index }); } }, t.remove)];
  };
  const adding = () => {
    const { role, box: drawn } = view.adding;
    const pick = (tile) => {
      if (drawn) view.adding = null;
      tiles.push({ tile, role, box: drawn ?? [0, 0, 0, 0], group: null, alternatives: [], question: null });
      act({ op: 'add', tile, role, box: drawn });
    };
    return [head(make('strong', {}, t.add_to.replace('{group}', t.roles[role]))), board(pick),
      roles(role, (chosen) => { view.adding.role = chosen; draw(); })];
  };
  const palette = () => {
    const open = view.selected !== null || view.adding;
    if (!open) return null;
    const node = make('div', { class: 'palette', role: 'dialog', 'aria-label': t.palette },
      view.adding ? adding() : correcting());
    const beside = root.getBoundingClientRect().right + 24, room = window.innerWidth - beside - 24;
    if (room > 380) Object.assign(node.style, { left: `${beside}px`, width: `${Math.min(room, 520)}px`, right: 'auto' });
    return node;
  };

  // The keyboard: arrows move, Enter opens, Escape closes, Delete removes, Ctrl+Z and Ctrl+Y undo and redo

  root.onkeydown = (event) => {
    if (event.key === 'Escape') return close();
    if ((event.ctrlKey || event.metaKey) && event.key === 'z') { event.preventDefault(); return act({ op: event.shiftKey ? 'redo' : 'undo' }); }
    if ((event.ctrlKey || event.metaKey) && event.key === 'y') { event.preventDefault(); return act({ op: 'redo' }); }
    if (event.key === 'Delete' && view.selected !== null) {
      const index = view.selected;
      view.selected = null;
      return act({ op: 'delete', index });
    }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const active = parentElement.activeElement ?? root.getRootNode().activeElement;
      const kind = active?.classList.contains('key') ? '.key' : '.chip';
      const all = [...root.querySelectorAll(kind)];
      all[(all.indexOf(active) + (event.key === 'ArrowRight' ? 1 : -1) + all.length) % all.length]?.focus();
      event.preventDefault();
    }
  };

  const draw = () => {
    const scroll = root.querySelector('.photo');
    const at = scroll ? [scroll.scrollLeft, scroll.scrollTop] : null;
    const focus = (parentElement.activeElement ?? document.activeElement)?.getAttribute?.('data-tile');
    root.replaceChildren(...[photo(), tools(), asking(),
      make('div', { class: 'groups' }, ['concealed', 'winning', 'exposed', 'concealed_kong', 'flower', 'other'].map(group).filter(Boolean)),
      palette()].filter(Boolean));
    if (at) root.querySelector('.photo')?.scrollTo(...at);
    else focusPhoto();
    if (focus) root.querySelector(`[data-tile="${focus}"]`)?.focus({ preventScroll: true });
  };
  draw();
}
