import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, it } from 'vitest'
import { isRecipient } from './encryption.ts'

it('a public key of age is recognized, and a mistyped one is not, because its checksum is wrong', async () => {
  for (let round = 0; round < 20; round++) {
    const recipient = await identityToRecipient(await generateX25519Identity())
    expect(isRecipient(recipient), recipient).toBe(true)
    const position = 4 + round * 2
    const mistyped =
      recipient.slice(0, position) + (recipient[position] === 'q' ? 'p' : 'q') + recipient.slice(position + 1)
    expect(isRecipient(mistyped), mistyped).toBe(false)
  }
  for (const text of ['', 'age1', `age1${'q'.repeat(58)}`, 'age1nonsense']) expect(isRecipient(text), text).toBe(false)
})
