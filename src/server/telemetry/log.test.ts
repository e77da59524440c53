import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

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
