import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A received email. */
export type Received = { from: string; to: string[]; text: string }

/** The reply to a command; undefined for the reply of a working server. */
export type Say = (command: string) => string | undefined

/** A server with the SMTP commands for an email. `say` can refuse, or end the connection by `hang up`. */
export async function fakeSmtpServer(say: Say = () => undefined) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    serve(socket, received, say)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function serve(socket: Socket, received: Received[], say: Say) {
  let email: Received = { from: '', to: [], text: '' }
  let inData = false
  let buffer = ''
  const answer = (line: string) => (line === 'hang up' ? socket.destroy() : socket.write(`${line}\r\n`))
  const handleLine = (line: string) => {
    if (!inData) return handleCommand(line)
    if (line !== '.') {
      email.text += `${line.replace(/^\./, '')}\n`
      return
    }
    inData = false
    const words = say('.')
    if (!words || words === 'hang up') received.push(email)
    email = { from: '', to: [], text: '' }
    answer(words ?? '250 taken')
  }
  const handleCommand = (line: string) => {
    const [, command = '', address = ''] = /^(MAIL FROM|RCPT TO|\S+)(?::<([^>]*)>)?/i.exec(line) ?? []
    const words = say(command.toUpperCase())
    if (words) return answer(words)
    if (/^MAIL/i.test(command)) email.from = address
    if (/^RCPT/i.test(command)) email.to.push(address)
    inData = /^DATA$/i.test(command)
    return answer(inData ? '354 go on' : /^QUIT$/i.test(command) ? '221 bye' : '250 fine')
  }
  socket.on('data', (chunk) => {
    const lines = (buffer + chunk).split('\r\n')
    buffer = lines.pop() ?? ''
    for (const line of lines) handleLine(line)
  })
  answer(say('CONNECT') ?? '220 fake ESMTP')
}
