// A picture made by pictures.py, where names are escaped.
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector('.drawing');
  root.innerHTML = data.svg;
  root.setAttribute('role', 'img');
  root.setAttribute('aria-label', data.label);
}
