import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog, plainLine } from './log.ts'

function logLine(fields: object): string {
  let text = ''
  const sink = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  const log = createLog('info', sink)
  log.info(fields, 'a line')
  return text
}

it('no secret reaches the log, even from a nested field or one whose name begins with a capital letter', () => {
  const secrets = {
    password: 's3cret',
    token: 's3cret',
    cookie: 's3cret',
    Authorization: 's3cret',
    clientSecret: 's3cret',
    email: 's3cret',
  }
  const line = logLine({
    ...secrets,
    headers: secrets,
    request: { body: { ...secrets, user: secrets } },
    path: '/api/login',
  })
  expect(line).not.toContain('s3cret')
  expect(JSON.parse(line)).toMatchObject({ path: '/api/login', password: '[redacted]', msg: 'a line' })
})

it('a line for a terminal has words instead of JSON, and nothing in it controls the terminal', () => {
  const line = (level: string, fields: object) => plainLine(JSON.stringify({ level, time: 'now', ...fields }))
  expect(line('30', { msg: 'listening', address: 'http://localhost:3000' })).toBe(
    'listening (address=http://localhost:3000)\n',
  )
  expect(line('40', { msg: 'emails fail', tries: 3 })).toBe('emails fail (tries=3)\n')
  expect(line('50', { msg: 'no disk' })).toBe('Error: no disk\n')
  expect(line('30', { msg: 'request', path: '/\u001b[2J\r\n\u202e\u0007' })).toBe('request (path=/ [2J    )\n')
})
