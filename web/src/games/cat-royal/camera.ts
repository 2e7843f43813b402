/** Covering the camera, for devices without a light sensor: only after a tap, and no frame is kept or sent. */
import { shade } from './light';

const SIZE = { width: 16, height: 12 };
const EVERY = 120;
/** In a darker room a hand could not be told from the night. */
const ENOUGH_LIGHT = 24;

/** The mean brightness of a frame, 0 to 255. */
export function brightness(pixels: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at + 2 < pixels.length; at += 4) {
    sum += 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
  }
  return sum / Math.max(1, pixels.length / 4);
}

export function hasCamera(): boolean {
  return navigator.mediaDevices?.getUserMedia !== undefined;
}

/** Watch for a hand over the camera; returns how to stop. Throws where the person, or the browser, says no. */
export async function watchCamera(oncover: () => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user', width: 160, height: 120 } });
  const stopStream = (): void => stream.getTracks().forEach((track) => track.stop());
  const video = document.createElement('video');
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d', { willReadFrequently: true });
  try {
    video.muted = video.playsInline = true;
    video.srcObject = stream;
    await video.play();
  } catch (error) {
    stopStream();
    throw error;
  }
  let seen = { brightest: 0, isCovered: false };
  const timer = setInterval(() => {
    if (!context) return;
    context.drawImage(video, 0, 0, SIZE.width, SIZE.height);
    const level = brightness(context.getImageData(0, 0, SIZE.width, SIZE.height).data);
    if (Math.max(level, seen.brightest) < ENOUGH_LIGHT) return;
    const now = shade(seen, level);
    if (now.isCovered && !seen.isCovered) oncover();
    seen = now;
  }, EVERY);
  return () => {
    clearInterval(timer);
    stopStream();
    video.srcObject = null;
  };
}
