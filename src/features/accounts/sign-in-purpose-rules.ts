import { type Message, msg, translate } from '#lib/texts.ts'

/**
 * What members do on pages that need a sign-in, by the page's path. Each text completes "Sign in to". `(?![^?#])` means
 * that the path ends there; `(?![^/?#])` also matches paths below it.
 */
const purposes: [path: RegExp, purpose: Message][] = [
  [/^\/create-prompt\?(.*&)?fork=/, msg('fork this prompt', { context: 'after “Sign in to”' })],
  [/^\/create-prompt(?![^?#])/, msg('create a prompt', { context: 'after “Sign in to”' })],
  [/^\/my-prompts(?![^/?#])/, msg('see your prompts', { context: 'after “Sign in to”' })],
  [/^\/favorites(?![^?#])/, msg('see your saved prompts', { context: 'after “Sign in to”' })],
  [/^\/prompt\/[^/?#]+\/edit(?![^?#])/, msg('edit this prompt', { context: 'after “Sign in to”' })],
  [/^\/prompt\/[^/?#]+\/statistics(?![^?#])/, msg('see how your prompt is used', { context: 'after “Sign in to”' })],
  [/^\/credits(?![^?#])/, msg('manage your credits', { context: 'after “Sign in to”' })],
  [/^\/subscription(?![^/?#])/, msg('see your plan', { context: 'after “Sign in to”' })],
  [/^\/oauth\/consent\//, msg('connect an app', { context: 'after “Sign in to”' })],
  [/^\/settings(?![^?#])/, msg('change your settings', { context: 'after “Sign in to”' })],
]

/** Returns what visitors sign in for on this path, or null if the page needs no sign-in or the path is unknown. */
export function purposeOfPath(path: string | null): string | null {
  const purpose = purposes.find(([pattern]) => path !== null && pattern.test(path))?.[1]
  return purpose ? translate(purpose) : null
}
