// The photo with its boxes: tap the nearest tile, zoom, draw a box around a tile that was missed. Part of the editor.
const REACH = 60; // how far from a tile, in screen pixels, a tap still means that tile
const SMALLEST = 8; // photo pixels: a smaller drawn box is a slip

const boxOf = (tile) => (tile.box[2] > tile.box[0] ? tile.box : null);

const photoOf = ({ root, view, data, tiles, select, draw }) => {
  const { photo } = data;
  const toPhoto = (event) => {
    const frame = root.querySelector('.photo svg').getBoundingClientRect();
    return [(event.clientX - frame.left) / frame.width * photo.w, (event.clientY - frame.top) / frame.height * photo.h];
  };
  const nearest = ([x, y], scale) => {
    let best = null, least = REACH * scale;
    for (const tile of tiles) {
      const b = boxOf(tile);
      if (!b) continue;
      const dx = Math.max(b[0] - x, 0, x - b[2]), dy = Math.max(b[1] - y, 0, y - b[3]);
      const far = Math.hypot(dx, dy) + 1e-3 * Math.hypot(x - (b[0] + b[2]) / 2, y - (b[1] + b[3]) / 2);
      if (far < least) [least, best] = [far, tile];
    }
    return best;
  };
  const rect = ([x0, y0, x1, y1], kind, key) =>
    make('rect', { key, x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: (x1 - x0) * .1, class: kind });
  const dragged = () => {
    const [[x, y], [u, v]] = view.drag;
    return [Math.min(x, u), Math.min(y, v), Math.max(x, u), Math.max(y, v)].map((edge) => Math.round(edge * 10) / 10);
  };

  const startDrag = (event) => {
    if (!view.drawing) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    view.drag = [toPhoto(event), toPhoto(event)];
    draw();
  };
  const drag = (event) => { if (view.drag) { view.drag[1] = toPhoto(event); draw(); } };
  const endDrag = () => {
    if (!view.drag) return;
    const drawn = dragged();
    view.drag = null;
    const slip = drawn[2] - drawn[0] < SMALLEST || drawn[3] - drawn[1] < SMALLEST;
    if (!slip) Object.assign(view, { drawing: false, selected: null, adding: { role: 'concealed', box: drawn } });
    draw();
  };
  const tap = (event) => {
    if (view.drawing) return;
    const hit = nearest(toPhoto(event), photo.w / event.currentTarget.getBoundingClientRect().width);
    if (hit) select(hit.id);
  };
  const overlay = () => make('svg', {
    viewBox: `0 0 ${photo.w} ${photo.h}`, role: 'img', 'aria-label': data.texts.photo_label.replace('{n}', tiles.length),
    style: { touchAction: view.drawing ? 'none' : 'manipulation' },
    onpointerdown: startDrag, onpointermove: drag, onpointerup: endDrag, onpointercancel: () => { view.drag = null; draw(); }, onclick: tap,
  }, tiles.filter(boxOf).map((tile) =>
    rect(tile.box, `box ${tile.role}${tile.question ? ' ask' : ''}${tile.id === view.selected ? ' on' : ''}`, tile.id)),
  view.drag && rect(dragged(), 'box on', 'drag'));

  const region = () => { // where the hand lies, with a margin: what the photo shows first
    const boxes = tiles.filter((tile) => boxOf(tile) && tile.role !== 'other').map((tile) => tile.box);
    if (!boxes.length) return [0, 0, photo.w, photo.h];
    const margin = 0.6 * Math.max(...boxes.map((b) => b[3] - b[1]));
    return [Math.max(0, Math.min(...boxes.map((b) => b[0])) - margin), Math.max(0, Math.min(...boxes.map((b) => b[1])) - margin),
      Math.min(photo.w, Math.max(...boxes.map((b) => b[2])) + margin), Math.min(photo.h, Math.max(...boxes.map((b) => b[3])) + margin)];
  };
  const node = () => {
    const [x0, y0, x1, y1] = view.region ??= region();
    const ratio = Math.min(Math.max((x1 - x0) / (y1 - y0), 1), 2.2);
    const fit = Math.min(photo.w / (x1 - x0), photo.w / (y1 - y0) * ratio, 6);
    view.least = Math.min(1, photo.w / photo.h / ratio); // the whole photo
    view.fit = Math.max(view.least, fit);
    view.zoom = view.zoom || view.fit;
    const frame = Math.max(ratio, photo.w / photo.h / view.fit); // no taller than the photo in it
    const inner = make('div', { class: 'sheet', style: { width: `${view.zoom * 100}%` } },
      make('img', { src: photo.src, alt: '', width: photo.w, height: photo.h, draggable: 'false' }), overlay());
    return make('div', { key: photo.src, class: `photo${view.drawing ? ' drawing' : ''}`, style: { aspectRatio: String(frame) } }, inner);
  };
  const centre = () => { // the chosen tile where it is zoomed, else the hand
    const tile = tiles.find((each) => each.id === view.selected);
    const [x0, y0, x1, y1] = tile && boxOf(tile) && view.zoom > view.fit * 1.01 ? boxOf(tile) : view.region;
    const frame = root.querySelector('.photo'), scale = frame.firstElementChild.clientWidth / photo.w;
    frame.scrollTo((x0 + x1) / 2 * scale - frame.clientWidth / 2, (y0 + y1) / 2 * scale - frame.clientHeight / 2);
  };
  const zoom = (factor) => { view.zoom = Math.min(8, Math.max(view.least, view.zoom * factor)); draw(); centre(); };
  return { node, centre, zoom };
};
