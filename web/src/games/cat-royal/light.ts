/** Covering the light sensor, where the browser has one. What the sensor says stays on the device. */

interface LightSensor extends EventTarget {
  illuminance: number | null;
  start(): void;
  stop(): void;
}
type MakesSensors = new (options: { frequency: number }) => LightSensor;

const DARK = 0.3;
const LIT = 0.7;

/** Once a cover: dark against the brightest light seen, and lit again before the next. */
export function shade(seen: { brightest: number; isCovered: boolean }, lux: number): { brightest: number; isCovered: boolean } {
  const brightest = Math.max(seen.brightest, lux);
  const share = brightest > 0 ? lux / brightest : 1;
  const isCovered = seen.isCovered ? share < LIT : share < DARK;
  return { brightest, isCovered };
}

const sensorOf = (): MakesSensors | undefined => (window as { AmbientLightSensor?: MakesSensors }).AmbientLightSensor;

export function hasLightSensor(): boolean {
  return sensorOf() !== undefined;
}

/** Watch for a hand over the sensor; returns how to stop. Devices without a sensor watch nothing. */
export function watchLight(oncover: () => void): () => void {
  const Sensor = sensorOf();
  if (!Sensor) return () => {};
  let seen = { brightest: 0, isCovered: false };
  try {
    const sensor = new Sensor({ frequency: 10 });
    sensor.addEventListener('reading', () => {
      const now = shade(seen, sensor.illuminance ?? 0);
      if (now.isCovered && !seen.isCovered) oncover();
      seen = now;
    });
    sensor.addEventListener('error', () => sensor.stop()); // not allowed, or not there: the eye can still be held
    sensor.start();
    return () => sensor.stop();
  } catch {
    return () => {}; // a policy forbids it
  }
}
