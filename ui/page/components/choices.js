// Context by tapping: sections of options; what cannot be chosen says why when it is tapped. Data: see context.py.
const field = (option) => option.value.split(':')[0]; // kong:added and kong:flower shut each other out
const choose = (sections, op) => {
  for (const section of sections.filter((each) => each.id === op.section)) {
    const option = section.options.find((each) => each.value === op.value);
    const on = section.many ? option && !option.on : true;
    for (const each of section.options) {
      if (each === option) each.on = on;
      else if (!section.many || (option && field(each) === field(option))) each.on = false;
    }
  }
};

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.choices');
  const view = viewOf(root, data, { reasons: {}, open: {} });
  const box = outbox(root, 'choices', data, setTriggerValue);
  const sections = data.sections.map((section) => ({ ...section, options: section.options.map((option) => ({ ...option })) }));
  box.pending.forEach((op) => choose(sections, op));

  const tap = (section, option) => {
    view.reasons = { [section.title]: option.off };
    if (!option.off) choose(sections, box.send({ op: 'choose', section: section.id, value: option.value }));
    draw();
  };
  const optionButton = (section, option) => make('button', {
    key: option.value,
    class: `option${option.label.length > 7 ? ' long' : ''}${option.on ? ' on' : ''}${option.off ? ' off' : ''}${option.tile ? ' tiled' : ''}`,
    role: section.many ? 'switch' : 'radio', 'aria-checked': String(!!option.on), 'aria-disabled': String(!!option.off),
    'data-choice': `${section.id}:${option.value}`, onclick: () => tap(section, option),
  }, option.tile ? face(option.tile, data.names) : null, make('span', {}, option.label),
    option.sub ? make('small', {}, option.sub) : null);
  const body = (section) => [
    section.hint ? make('p', { key: 'hint', class: 'quiet hint' }, section.hint) : null,
    make('div', { class: `options ${section.layout ?? ''}`, role: section.many ? 'group' : 'radiogroup', 'aria-label': section.title },
      section.options.map((option) => optionButton(section, option))),
    view.reasons[section.title] ? make('p', { key: 'reason', class: 'reason', role: 'status' }, view.reasons[section.title]) : null,
  ];
  const folded = (section) => make('details', {
    key: section.title, open: view.open[section.title] ?? section.open,
    ontoggle: (event) => { view.open[section.title] = event.currentTarget.open; },
  }, make('summary', {}, make('strong', {}, section.title),
    make('span', { class: 'quiet' }, section.options.filter((option) => option.on).map((option) => option.label).join('、'))),
  ...body(section));
  const draw = () => {
    const focused = root.getRootNode().activeElement;
    fill(root, sections.map((section) => section.fold ? folded(section)
      : make('section', { key: section.title, class: section.asks ? 'asks' : '' }, make('h3', {}, section.title), ...body(section))));
    if (focused && !focused.isConnected) root.querySelector('section:not(:has(.on)) .option')?.focus({ preventScroll: true }); // the next question
  };
  root.onkeydown = (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const all = [...root.querySelectorAll('.option')];
    const at = all.indexOf(root.getRootNode().activeElement);
    all[(at + (event.key === 'ArrowRight' ? 1 : -1) + all.length) % all.length]?.focus();
    event.preventDefault();
  };
  draw();
}
