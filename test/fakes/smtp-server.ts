import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** An email that was received. */
export type ReceivedEmail = { from: string; to: string[]; text: string }

/**
 * Returns the reply to a command, or undefined for the reply of a server that works. `command` is in upper case. For a
 * new connection it is `CONNECT`, and for the line that ends an email `.`.
 */
export type Respond = (command: string) => string | undefined

/**
 * Starts a server that knows the SMTP commands for sending an email. `respondTo` can refuse a command, or cut the
 * connection by returning `hang up` (for `.`, after receiving the email), or begin a reply that never ends by returning
 * `drip`.
 */
export async function fakeSmtpServer(respondTo: Respond = () => undefined) {
  const received: ReceivedEmail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    serve(socket, received, respondTo)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** How many clients are connected. */
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function serve(socket: Socket, received: ReceivedEmail[], respondTo: Respond) {
  let email: ReceivedEmail = { from: '', to: [], text: '' }
  let isInData = false
  let buffer = ''
  const send = (line: string) => {
    if (line === 'hang up') return socket.destroy()
    if (line !== 'drip') return socket.write(`${line}\r\n`)
    const timer = setInterval(() => socket.write('250-more\r\n'), 10)
    socket.once('close', () => clearInterval(timer))
  }
  const handleLine = (line: string) => {
    if (!isInData) return handleCommand(line)
    if (line !== '.') {
      email.text += `${line.replace(/^\./, '')}\n`
      return
    }
    isInData = false
    const reply = respondTo('.')
    if (!reply || reply === 'hang up') received.push(email)
    email = { from: '', to: [], text: '' }
    send(reply ?? '250 accepted')
  }
  const handleCommand = (line: string) => {
    const [, command = '', address = ''] = /^(MAIL FROM|RCPT TO|\S+)(?::<([^>]*)>)?/i.exec(line) ?? []
    const reply = respondTo(command.toUpperCase())
    if (reply) return send(reply)
    if (/^MAIL/i.test(command)) email.from = address
    if (/^RCPT/i.test(command)) email.to.push(address)
    isInData = /^DATA$/i.test(command)
    return send(isInData ? '354 go ahead' : /^QUIT$/i.test(command) ? '221 bye' : '250 OK')
  }
  socket.on('data', (chunk) => {
    const lines = (buffer + chunk).split('\r\n')
    buffer = lines.pop() ?? ''
    for (const line of lines) handleLine(line)
  })
  send(respondTo('CONNECT') ?? '220 fake ESMTP')
}
