import { expect, it } from 'vitest'
import { tellSometimes } from './tell-sometimes.ts'

it('trouble that lasts is told once a minute, another trouble at once', () => {
  let now = 0
  const told: string[] = []
  const tell = tellSometimes(
    (trouble) => told.push(trouble),
    () => now,
  )
  for (now = 0; now < 150_000; now += 1_000) tell('away')
  tell('full')
  expect(told).toEqual(['away', 'away', 'away', 'full'])
})
