/** Shows read-only text in a box that scrolls. */
export function TextBox({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a box that scrolls.
    <section className="test-text" dir="auto" tabIndex={0} aria-label={label}>
      {text}
    </section>
  )
}
