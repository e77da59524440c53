import { withBlank } from '#features/writing/blank-addition-rules.ts'
import { Icon } from '#ui/icon.tsx'

/**
 * The button that adds a blank to the prompt's text, at the cursor or around the selected text, and selects the blank's
 * name.
 */
export function AddBlank({ onChange }: { onChange: (content: string) => void }) {
  const add = () => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name="content"]')
    if (!field) return
    const { content, from, to } = withBlank(field.value, field.selectionStart, field.selectionEnd)
    onChange(content)
    field.focus()
    // The field has the new text only after React has rendered it.
    requestAnimationFrame(() => field.setSelectionRange(from, to))
  }
  return (
    <button type="button" className="btn" onClick={add}>
      <Icon name="plus" className="icon-sm" />
      Add a blank
    </button>
  )
}
