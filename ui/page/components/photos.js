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
  const view = viewOf(root, data, { sending: false, part: 0, said: null, files: [], camera: null, live: false, lost: null });
  const box = outbox(root, 'photos', data, setTriggerValue, { again: 15000 }); // reading takes a while
  const t = data.texts;

  if (!view.warmed) view.warmed = data.faces.map((tile) => Object.assign(new Image(), { src: `/snaptai/tile/${tile}.svg` }));

  const remember = () => { // a reload while the photo is being read comes back to its sheet
    const address = new URL(location);
    address.searchParams.set('sheet', data.sheet);
    history.replaceState(history.state, '', address);
  };
  const show = (changes) => { Object.assign(view, changes); root.draw(); };
  const sendAll = async (files) => {
    const uploads = [];
    for (const [i, file] of files.entries()) {
      uploads.push(await sendFile(file, data.url, (part) => show({ part: (i + part) / files.length })));
    }
    remember();
    box.send({ op: 'read', uploads });
  };
  const fault = (status) => (status === undefined ? null : { 413: t.too_large, 0: t.sent_later }[status] ?? t.not_sent);
  const take = async (given) => {
    const files = [...given];
    if (!files.length) return;
    if (files.some((file) => file.size > data.limit_mb * 1024 * 1024)) return show({ said: t.too_large });
    show({ sending: true, part: 0, said: null, files });
    let status = 0;
    while (status === 0 && view.files === files && root.isConnected) { // nobody answered: until somebody does, or others are chosen
      status = await sendAll(files).catch((refused) => refused);
      if (view.files === files) show({ sending: false, said: fault(status) });
      if (status === 0) await new Promise((done) => { setTimeout(done, AGAIN); });
    }
  };
  const camera = cameraOf({ root, view, t, show, take });
  const busy = () => make('div', { class: 'busy', role: 'status' }, make('i', { class: 'spin' }), view.sending ? t.sending : t.reading,
    view.sending ? make('div', { class: 'bar' }, make('div', { class: 'fill', style: { width: `${view.part * 100}%` } })) : null);
  const choose = () => make('button', { class: 'strong choose', onclick: () => root.querySelector('input').click() }, t.choose);
  const input = () => make('input', {
    type: 'file', accept: 'image/*,.heic,.heif,.avif', multiple: true, tabindex: '-1', 'aria-label': t.choose,
    onchange: (event) => { take(event.target.files); event.target.value = ''; },
  });
  root.ondragover = (event) => { event.preventDefault(); root.classList.add('over'); };
  root.ondragleave = () => root.classList.remove('over');
  root.ondrop = (event) => { event.preventDefault(); root.classList.remove('over'); take(event.dataTransfer.files); };

  root.draw = () => {
    const problem = view.said ?? (data.lost && view.files.length ? null : data.error);
    fill(root, [
      data.hero.length ? make('div', { class: 'fan', 'aria-hidden': 'true' }, data.hero.map((tile) => face(tile, {}))) : null,
      data.title ? make('h2', {}, data.title) : null,
      view.sending || box.pending.length ? busy() : camera.finder() || [choose(), camera.button()], input(), make('p', { class: 'quiet' }, t.hint),
      problem ? make('p', { class: 'problem', role: 'alert' }, problem) : null].flat());
  };
  root.draw();
  if (data.lost && view.lost !== data.lost) { // the server was restarted before it had read them
    view.lost = data.lost;
    take(view.files);
  }
  return camera.close; // when the page shows something else
}
