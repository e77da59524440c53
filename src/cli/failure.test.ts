import { describe, expect, it } from 'vitest'
import { AppError } from '#platform/errors.ts'
import { StartError } from '#server/start/start-error.ts'
import { describeFailure } from './failure.ts'

const errorWithCode = (code: string, message: string) => Object.assign(new Error(message), { code })

describe('the message of a failed command', () => {
  it.each([
    [new StartError('The port is taken.'), 'The port is taken.'],
    [new AppError('conflict', 'Somebody was faster.'), 'Somebody was faster.'],
    [
      errorWithCode('57P01', 'terminating connection\n'),
      'The connection to the database was lost: terminating connection. Make sure that the database is running, then run the command again.',
    ],
    [errorWithCode('25006', 'cannot execute INSERT'), 'The database is read-only: cannot execute INSERT.'],
    [
      errorWithCode('42501', 'permission denied for table users'),
      'The user in DATABASE_URL lacks a permission in the database: permission denied for table users.',
    ],
    [
      errorWithCode('53100', 'No space left'),
      "The database can't do this now: No space left. Run the command again later.",
    ],
    [
      errorWithCode('55P03', 'canceling: lock timeout.'),
      "The database can't do this now: canceling: lock timeout. Run the command again later.",
    ],
    [
      errorWithCode('40P01', 'deadlock detected'),
      "The database can't do this now: deadlock detected. Run the command again later.",
    ],
  ])('is one line for a known error: %s', (error, line) => expect(describeFailure(error)).toBe(line))

  it('is the complete stack trace for a bug', () => {
    expect(describeFailure(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /)
  })
})
