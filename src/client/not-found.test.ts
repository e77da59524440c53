import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { isNotFoundError } from './not-found.ts'

it.each([
  [404, true],
  [400, true],
  [403, false],
  [503, false],
])('a request refused with %i names something that doesn’t or can’t exist: %s', (status, expected) => {
  expect(isNotFoundError(new ApiError(status, 'not_found', 'Refused.'))).toBe(expected)
  expect(isNotFoundError(new Error('offline'))).toBe(false)
})
