import { declaredPlace, GEOLOCATION } from '@orbita/domain/contract';

/**
 * Position of the device for the acceptance; empty when the person refuses, the browser does not know it, or five seconds have
 * passed. It never blocks the acceptance (spec 13.1).
 */
export function locate(geolocation: Geolocation | undefined): Promise<string> {
  if (!geolocation) return Promise.resolve('');
  return new Promise((found) => {
    // The browser's own time-out does not run while it asks the person for permission, so this one is needed too.
    const timer = setTimeout(() => found(''), GEOLOCATION.timeoutMs);
    const end = (place: string) => {
      clearTimeout(timer);
      found(place);
    };
    geolocation.getCurrentPosition(
      ({ coords }) => end(declaredPlace(coords)),
      () => end(''),
      { enableHighAccuracy: GEOLOCATION.highAccuracy, timeout: GEOLOCATION.timeoutMs, maximumAge: 0 },
    );
  });
}
