/**
 * What members do on pages that need a sign-in, by the page's path. Each text completes "Sign in to". `(?![^?#])` means
 * that the path ends there; `(?![^/?#])` also matches paths below it.
 */
const purposes: [path: RegExp, purpose: string][] = [
  [/^\/create-prompt\?(.*&)?fork=/, 'fork this prompt'],
  [/^\/create-prompt(?![^?#])/, 'create a prompt'],
  [/^\/my-prompts(?![^/?#])/, 'see your prompts'],
  [/^\/favorites(?![^?#])/, 'see your saved prompts'],
  [/^\/prompt\/[^/?#]+\/edit(?![^?#])/, 'edit this prompt'],
  [/^\/prompt\/[^/?#]+\/statistics(?![^?#])/, 'see how your prompt is used'],
  [/^\/credits(?![^?#])/, 'manage your credits'],
  [/^\/subscription(?![^/?#])/, 'see your plan'],
  [/^\/oauth\/consent\//, 'connect an app'],
  [/^\/settings(?![^?#])/, 'change your settings'],
]

/** Returns what visitors sign in for on this path, or null if the page needs no sign-in or the path is unknown. */
export function purposeOfPath(path: string | null): string | null {
  return purposes.find(([pattern]) => path !== null && pattern.test(path))?.[1] ?? null
}
