// Context by tapping: sections of options; what cannot be chosen says why when it is tapped. Data: see context.py.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.choices');
  const view = (root.view ??= { reasons: {}, open: {} });
  const send = outbox(root, view, setTriggerValue, data.acked);

  const choose = (section, option) => {
    view.reasons[section.id] = option.off ?? null;
    if (option.off) return draw();
    for (const other of section.options) other.on = other === option ? (section.many ? !option.on : true) : section.many ? other.on : false;
    send({ op: 'choose', section: section.id, value: option.value });
    draw();
  };
  const optionButton = (section, option) => make('button', {
    class: `option${option.label.length > 7 ? ' long' : ''}${option.on ? ' on' : ''}${option.off ? ' off' : ''}${option.tile ? ' tiled' : ''}`,
    role: section.many ? 'switch' : 'radio', 'aria-checked': String(!!option.on), 'aria-disabled': String(!!option.off),
    'data-choice': `${section.id}:${option.value}`, onclick: () => choose(section, option),
  }, option.tile ? face(option.tile, data.names) : null, make('span', {}, option.label),
    option.sub ? make('small', {}, option.sub) : null);
  const body = (section) => [
    section.hint ? make('p', { class: 'quiet hint' }, section.hint) : null,
    make('div', { class: `options ${section.layout ?? ''}`, role: section.many ? 'group' : 'radiogroup', 'aria-label': section.title },
      section.options.map((option) => optionButton(section, option))),
    view.reasons[section.id] ? make('p', { class: 'reason', role: 'status' }, view.reasons[section.id]) : null,
  ];
  const draw = () => root.replaceChildren(...data.sections.map((section) => {
    if (!section.fold) return make('section', { class: section.asks ? 'asks' : '' }, make('h3', {}, section.title), ...body(section).filter(Boolean));
    const fold = make('details', { open: view.open[section.id] ?? section.open },
      make('summary', {}, make('strong', {}, section.title), make('span', { class: 'quiet' }, section.options.filter((o) => o.on).map((o) => o.label).join('、'))),
      ...body(section).filter(Boolean));
    fold.ontoggle = () => { view.open[section.id] = fold.open; };
    return fold;
  }));
  root.onkeydown = (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const all = [...root.querySelectorAll('.option')];
    const at = all.indexOf(parentElement.activeElement ?? document.activeElement);
    all[(at + (event.key === 'ArrowRight' ? 1 : -1) + all.length) % all.length]?.focus();
    event.preventDefault();
  };
  draw();
}
