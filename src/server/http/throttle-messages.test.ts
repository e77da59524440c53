import { expect, it } from 'vitest'
import { throttleMessages } from './throttle-messages.ts'

it('a repeated message is reported at most once a minute, and a different one immediately', () => {
  let now = 0
  const reported: string[] = []
  const report = throttleMessages(
    (message) => reported.push(message),
    () => now,
  )
  for (now = 0; now < 150_000; now += 1_000) report('away')
  report('full')
  expect(reported).toEqual(['away', 'away', 'away', 'full'])
})
