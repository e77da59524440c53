import { t } from '#lib/texts.ts'
import { ReactionButton } from '#ui/reaction-button.tsx'

type SavablePrompt = { id: string; title: string }

/** Shows the save button on a prompt's card. */
export function SaveCardButton({ prompt: { id, title } }: { prompt: SavablePrompt }) {
  const label = t('Save {title}', { title })
  return (
    <ReactionButton
      kind="favorite"
      id={id}
      value={1}
      icon="bookmark"
      label={label}
      tip={t('Save', { context: 'to a list' })}
      pressedTip={t('Saved', { context: 'to a list' })}
    />
  )
}

/** Shows the save button on a prompt's page. */
export function SaveButton({ prompt: { id } }: { prompt: SavablePrompt }) {
  return (
    <ReactionButton kind="favorite" id={id} value={1} icon="bookmark" className="btn in-bar w-full">
      {(isSaved) => (isSaved ? t('Saved', { context: 'to a list' }) : t('Save', { context: 'to a list' }))}
    </ReactionButton>
  )
}

/** Shows the save button in the bar of a prompt's page, which has no room for a label. */
export function SaveBarButton({ prompt: { id } }: { prompt: SavablePrompt }) {
  return (
    <ReactionButton
      kind="favorite"
      id={id}
      value={1}
      icon="bookmark"
      label={t('Save', { context: 'to a list' })}
      className="btn min-h-12 px-3"
    />
  )
}
