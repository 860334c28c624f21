// Choose or take photos and send them: progress, limits and errors in the page's own words. Data: see landing.py.
const sendFile = (file, url, onProgress) => new Promise((done, fail) => {
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.setRequestHeader('X-SnapTai', '1');
  request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
  request.onload = () => (request.status === 200 ? done(request.responseText) : fail(request.status));
  request.onerror = () => fail(0);
  request.send(file);
});

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.photos');
  const view = (root.view ??= { busy: null, said: null, asked: null });
  const send = outbox(root, view, setTriggerValue, data.acked);
  const t = data.texts;
  if (view.busy === 'reading' && view.pending.length === 0) Object.assign(view, { busy: null, said: null }); // the server answered

  if (!view.warmed) view.warmed = data.faces.map((tile) => Object.assign(new Image(), { src: `/snaptai/tile/${tile}.svg` }));

  const take = async (files) => {
    const list = [...files];
    if (!list.length) return;
    if (list.some((file) => file.size > data.limit_mb * 1024 * 1024)) { view.said = t.too_large; return draw(); }
    try {
      const uploads = [];
      for (const [i, file] of list.entries()) {
        view.busy = 'sending';
        draw();
        uploads.push(await sendFile(file, data.url, (part) => { bar((i + part) / list.length); }));
      }
      Object.assign(view, { busy: 'reading', said: null });
      send({ op: 'read', uploads });
    } catch (status) {
      Object.assign(view, { busy: null, said: status === 413 ? t.too_large : t.not_sent });
    }
    draw();
  };
  const bar = (part) => { const fill = root.querySelector('.fill'); if (fill) fill.style.width = `${part * 100}%`; };
  const input = make('input', { type: 'file', accept: 'image/*,.heic,.heif,.avif', multiple: true, tabindex: '-1', 'aria-label': t.choose });
  input.onchange = () => { take(input.files); input.value = ''; };
  root.ondragover = (event) => { event.preventDefault(); root.classList.add('over'); };
  root.ondragleave = () => root.classList.remove('over');
  root.ondrop = (event) => { event.preventDefault(); root.classList.remove('over'); take(event.dataTransfer.files); };

  const draw = () => {
    const hero = data.hero.length ? make('div', { class: 'fan', 'aria-hidden': 'true' }, data.hero.map((tile) => face(tile, {}))) : null;
    const action = view.busy
      ? make('div', { class: 'busy', role: 'status' }, make('i', { class: 'spin' }), view.busy === 'reading' ? t.reading : t.sending,
        view.busy === 'sending' ? make('div', { class: 'bar' }, make('div', { class: 'fill' })) : null)
      : make('button', { class: 'strong choose', onclick: () => input.click() }, t.choose);
    root.replaceChildren(...[hero, data.title ? make('h2', {}, data.title) : null, action, input,
      make('p', { class: 'quiet' }, t.hint),
      view.said || data.error ? make('p', { class: 'problem', role: 'alert' }, view.said ?? data.error) : null].filter(Boolean));
  };
  draw();
}
