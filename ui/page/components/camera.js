// This device's own camera, which browsers lend to localhost and https alone: open, shoot at its full size, close. Part of the photos.
const BEST = { facingMode: 'environment', width: { ideal: 4096 }, height: { ideal: 3072 } };
const ASKING = 500; // ms
const CAN_SHOOT = window.isSecureContext && !!navigator.mediaDevices;

const cameraOf = ({ root, view, t, show, take }) => {
  const close = () => {
    view.camera?.getTracks().forEach((track) => track.stop());
    show({ camera: null, live: false });
  };
  const open = async () => { // a browser that asks first may wait for its answer for ever
    const asked = setTimeout(() => show({ said: t.ask_camera }), ASKING);
    const camera = await navigator.mediaDevices.getUserMedia({ video: BEST }).catch(() => null);
    clearTimeout(asked);
    show({ camera, live: false, said: camera ? null : t.no_camera });
    if (camera) root.querySelector('video').srcObject = camera;
  };
  const shoot = () => {
    const video = root.querySelector('video'), canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    canvas.getContext('2d').drawImage(video, 0, 0);
    close();
    canvas.toBlob((jpeg) => take([new File([jpeg], 'camera.jpg', { type: 'image/jpeg' })]), 'image/jpeg', .95);
  };
  const button = () => CAN_SHOOT && !view.camera && make('button', { class: 'plain', 'data-camera': 'open', onclick: open }, t.use_camera);
  const finder = () => view.camera && make('div', { class: 'finder' },
    make('video', { autoplay: true, muted: true, playsinline: true, onloadeddata: () => show({ live: true }) }),
    make('button', { class: 'strong choose', 'data-camera': 'shoot', disabled: !view.live, onclick: shoot }, t.shoot),
    make('button', { class: 'plain', 'data-camera': 'close', onclick: close }, t.close));
  return { button, finder, close };
};
