// The sheet: total, items that light up their tiles, what was not counted and why, who pays whom, sharing. Data: result.py.
const cardToPng = async (url) => {
  const text = await (await fetch(url)).text();
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  await picture.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.naturalWidth * 2, picture.naturalHeight * 2];
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
};
const copyText = async (text) => {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = make('textarea', { style: { position: 'fixed', opacity: 0 } });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
};

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.result');
  const view = viewOf(root, data, { lit: null, said: '', open: {}, asked: null });
  const { send } = outbox(root, 'result', data, setTriggerValue, { kept: false });
  const t = data.texts;

  const say = (text) => { view.said = text; root.draw(); setTimeout(() => { view.said = ''; root.draw(); }, 2500); };
  const sharePicture = async () => {
    const blob = await cardToPng(data.share.card + (view.quoted ? '&quoted=1' : ''));
    const file = new File([blob], data.share.name, { type: 'image/png' });
    if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
    const link = make('a', { href: URL.createObjectURL(blob), download: data.share.name });
    link.click();
    say(t.saved);
  };
  const shareText = async () => {
    const text = view.quoted ? data.share.quoted : data.share.text;
    if (navigator.share) return navigator.share({ text }).catch(() => {});
    await copyText(text);
    say(t.copied);
  };

  const hover = (index) => matchMedia('(hover: hover)').matches && light(index); // on a phone what slides under the finger is not meant
  const light = (index) => { // the tiles of one item; null: all alike
    const hand = root.querySelector('.hand');
    hand.classList.toggle('dim', index !== null);
    hand.querySelectorAll('span').forEach((tile, position) => {
      tile.classList.toggle('lit', index !== null && (data.items[index]?.tiles ?? []).includes(position));
    });
  };
  const tilesRow = () => {
    let position = 0;
    return make('div', { class: 'hand' }, data.groups.map((group) =>
      make('div', { class: 'set', title: group.label }, group.tiles.map((tile) => {
        const here = position++;
        return make('span', { class: here === data.winning ? 'winning' : '' }, face(tile, data.names));
      }))));
  };
  const toggle = (index) => { view.lit = view.lit === index ? null : index; draw(); };
  const item = (entry, index) => make('li', {},
    make('button', {
      class: `item${view.lit === index ? ' lit' : ''}`, 'aria-expanded': String(view.lit === index), 'data-rule': entry.rule,
      onclick: () => toggle(index), onmouseenter: () => hover(index), onmouseleave: () => hover(view.lit),
    }, make('span', { class: 'number' }, entry.rule), make('span', { class: 'name' }, entry.name),
      make('span', { class: 'tai' }, entry.tai_text)),
    view.lit === index ? make('div', { class: 'why' }, make('p', {}, entry.why),
      make('blockquote', {}, entry.sentences.map((line) => make('p', {}, line))),
      make('button', { class: 'plain link', onclick: () => send({ op: 'rule', rule: entry.rule }) }, t.open_rule)) : null);
  const fold = (title, note, ...children) => make('details', {
    key: title, open: view.open[title], ontoggle: (event) => { view.open[title] = event.currentTarget.open; },
  }, make('summary', {}, make('strong', {}, title), note ? make('span', { class: 'quiet' }, note) : null), ...children);
  const lines = (entries) => make('ul', { class: 'lines' }, entries.map((entry) =>
    make('li', {}, make('strong', {}, entry.name), ' ', entry.why)));
  const ask = () => {
    const asked = data.whynot.find((entry) => entry.rule === view.asked);
    return fold(t.why_not, null, make('div', { class: 'asks-row' }, data.whynot.map((entry) => make('button', {
      class: 'small', 'data-whynot': entry.rule, 'aria-pressed': String(entry === asked), onclick: () => { view.asked = entry.rule; draw(); },
    }, entry.name))), make('p', { class: 'answer', role: 'status' }, asked ? `${asked.name}：${asked.why}` : null));
  };
  const waits = () => make('div', { class: 'waits' }, data.waits.map((wait) =>
    make('div', { class: 'wait' }, face(wait.tile, data.names), make('small', {}, wait.text))));
  const diagram = () => {
    const node = make('div', { class: 'diagram', role: 'img', 'aria-label': data.payment_text });
    node.innerHTML = data.diagram; // made by diagram.py, names escaped there
    return node;
  };

  const draw = () => {
    fill(root, [
      data.recorded ? make('div', { class: 'recorded', role: 'status' }, make('span', {}, `✓ ${data.recorded}`),
        make('button', { class: 'strong', 'data-op': 'next', onclick: () => send({ op: 'next' }) }, data.next)) : null,
      make('div', { class: 'total', role: 'status' }, make('b', {}, data.tai), make('span', {}, t.tai),
        make('div', { class: 'headline' }, data.headline)),
      tilesRow(),
      make('ol', { class: 'items' }, data.items.map(item)),
      data.warnings.map((text) => make('p', { class: 'warning' }, text)),
      data.diagram ? diagram() : null,
      data.payment_lines.length ? make('ul', { class: 'payments' }, data.payment_lines.map((line) => make('li', {}, line))) : null,
      data.price_hint ? make('p', { key: 'price', class: 'quiet price' }, data.price_hint) : null,
      data.record ? make('button', { class: 'strong record', 'data-op': 'record', onclick: () => send({ op: 'record' }) }, data.record) : null,
      make('div', { class: 'row share' }, make('button', { onclick: sharePicture, 'data-share': 'picture' }, t.share_picture),
        make('button', { onclick: shareText, 'data-share': 'text' }, t.share_text),
        make('button', { class: 'plain', role: 'switch', 'aria-checked': String(!!view.quoted), 'data-share': 'quoted',
          onclick: () => { view.quoted = !view.quoted; draw(); } }, `${view.quoted ? '☑' : '☐'} ${t.with_quotes}`),
        make('span', { class: 'quiet', role: 'status' }, view.said)),
      data.displaced.length ? fold(t.displaced, [...new Set(data.displaced.map((d) => d.name))].join('、'), lines(data.displaced)) : null,
      data.waits.length ? fold(t.waits, data.waits_note, waits()) : null,
      data.whynot.length ? ask() : null,
      fold(t.rules_in_force, data.rules_note, lines(data.rules)),
    ].flat());
    light(view.lit);
  };
  root.draw = draw;
  draw();
  if (data.arrive && view.arrived !== data.arrive) { // the last question was answered, or the deal recorded, a moment ago
    view.arrived = data.arrive;
    if (document.activeElement === document.body) root.querySelector('[data-op=next]')?.focus({ preventScroll: true });
    root.scrollIntoView({ block: 'start' }); // at once: a second tap would stop it on its way
  }
}
