import type { ReactNode } from 'react'
import type { RunTarget } from '#features/worksheet/run-target-rules.ts'
import { useRunPrompt } from './use-run-prompt.ts'

/**
 * A link that runs the filled-in text in a chat, tool or editor. Without JavaScript, it only opens the chat or tool,
 * and links to editors are hidden.
 */
export function RunLink({
  target,
  className,
  children,
}: {
  target: RunTarget
  className?: string
  children: ReactNode
}) {
  const run = useRunPrompt()
  const { home, textLink } = target
  return (
    <a
      href={home ?? textLink?.prefix}
      target="_blank"
      rel="noopener noreferrer"
      className={home === null ? `js-only ${className ?? ''}` : className}
      onClick={(event) => run(event, target)}
    >
      {children}
    </a>
  )
}
