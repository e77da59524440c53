/** A clock that advances by a second whenever it is read, so that all times differ. Set `time` (ms since 1970) to move it. */
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
