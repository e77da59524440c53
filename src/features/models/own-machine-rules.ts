/** The path of the page that asks a model on the member's own machine. The page opens in a separate window. */
export const ownMachinePath = '/own-machine'

/**
 * A message from the window at `ownMachinePath` to the page that opened it: the window is ready for a prompt, or the
 * member wants to use an answer.
 */
type OwnMachineMessage = { kind: 'ready' } | { kind: 'answer'; model: string; text: string }

/** Reads an `OwnMachineMessage`. Returns null for anything else. */
export function readOwnMachineMessage(data: unknown): OwnMachineMessage | null {
  const { kind, model, text } = Object(data)
  if (kind === 'ready') return { kind }
  return kind === 'answer' && typeof model === 'string' && typeof text === 'string' ? { kind, model, text } : null
}
