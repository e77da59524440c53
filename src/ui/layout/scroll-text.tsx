import type { ReactNode } from 'react'

/** Text with line breaks, in a box that scrolls if the text is long. `label`: what screen readers call the box. */
export function ScrollText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      className="max-h-80 overflow-auto whitespace-pre-wrap border border-hair bg-raised p-4 font-mono text-code leading-relaxed"
      dir="auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
    >
      {children}
    </section>
  )
}
