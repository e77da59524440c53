import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from '#features/captcha/contract.ts'

/** Solves a challenge as a browser does. Returns the value for the field `captcha`. */
export async function solve({ parameters, signature }: Challenge): Promise<string> {
  const challenge = { parameters, signature } as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
