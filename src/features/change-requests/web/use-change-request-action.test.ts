import { expect, it } from 'vitest'
import { ApiError, networkFailed } from '#client/api-error.ts'
import { failureTitle } from './use-change-request-action.ts'

it.each([
  ['a refusal', new ApiError(409, 'conflict', 'It was withdrawn.'), 'Nothing changed'],
  ['a lost connection', new ApiError(0, networkFailed, 'The server can’t be reached.'), 'No response'],
  ['a timeout', new ApiError(408, 'timeout', 'Request timed out'), 'No response'],
])('the notice after %s says only what is known', (_, error, title) => {
  expect(failureTitle(error)).toBe(title)
})
