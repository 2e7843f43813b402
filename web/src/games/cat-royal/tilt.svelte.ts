/** Tilting the device, left or right. What the sensor says stays on the device. */

interface AsksFirst {
  requestPermission?: () => Promise<'granted' | 'denied'>;
}

const TILTED = 24;
const LEVEL = 10;

/** One lean a tilt: after it the device has to be held level again. */
export function lean(wasLevel: boolean, degrees: number): { isLevel: boolean; by: -1 | 0 | 1 } {
  if (Math.abs(degrees) < LEVEL) return { isLevel: true, by: 0 };
  if (wasLevel && Math.abs(degrees) > TILTED) return { isLevel: false, by: degrees < 0 ? -1 : 1 };
  return { isLevel: wasLevel, by: 0 };
}

/** How far the device leans to the side, however it is held. */
export function sideways(beta: number, gamma: number, angle: number): number {
  if (angle === 90) return beta;
  return angle === 270 || angle === -90 ? -beta : gamma;
}

/** What a device can do that one holds in one's hands: browsers give the sensor to secure pages only. */
export function tilting(): 'possible' | 'insecure' | 'impossible' {
  if (!matchMedia('(pointer: coarse)').matches) return 'impossible';
  if (!window.isSecureContext) return 'insecure';
  return 'DeviceOrientationEvent' in window ? 'possible' : 'impossible';
}

export class Tilt {
  isOn = $state(false);
  /** The person, or the browser for them, said no. */
  isDenied = $state(false);
  #isLevel = true;

  constructor(readonly onlean: (by: -1 | 1) => void) {}

  /** To be called by a tap: some devices ask the person first. */
  async start(): Promise<void> {
    const asks = DeviceOrientationEvent as unknown as AsksFirst;
    const answer = await asks.requestPermission?.().catch(() => 'denied' as const);
    this.isDenied = answer === 'denied';
    if (this.isDenied) return;
    window.addEventListener('deviceorientation', this.#feel);
    this.isOn = true;
  }

  stop(): void {
    window.removeEventListener('deviceorientation', this.#feel);
    this.isOn = false;
  }

  #feel = ({ beta, gamma }: DeviceOrientationEvent): void => {
    const { isLevel, by } = lean(this.#isLevel, sideways(beta ?? 0, gamma ?? 0, screen.orientation?.angle ?? 0));
    this.#isLevel = isLevel;
    if (by) this.onlean(by);
  };
}
