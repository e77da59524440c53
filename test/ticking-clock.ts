/** A clock that goes on by a second whenever it is read, so that nothing has the same time. `time`: in ms, to move it. */
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
