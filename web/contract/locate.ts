import { declaredPlace, GEOLOCATION } from '@orbita/domain/contract';

/**
 * Where the device is, as the acceptance declares it; empty when the person refuses, the browser cannot tell, or five
 * seconds passed. It never stops the acceptance (spec 13.1).
 */
export function locate(geolocation: Geolocation | undefined): Promise<string> {
  if (!geolocation) return Promise.resolve('');
  return new Promise((found) => {
    // The time-out of the browser does not count while it waits for the person to allow or refuse.
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
