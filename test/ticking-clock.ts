/**
 * A clock that advances by a second each time it is read, so that all times differ. Set `time` (ms since 1970) to
 * change it.
 */
export function tickingClock(start: string) {
  const clock = {
    time: Date.parse(start),
    now: () => {
      clock.time += 1000
      return new Date(clock.time)
    },
  }
  return clock
}
