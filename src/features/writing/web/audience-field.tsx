import { t } from '#lib/texts.ts'
import { Checkbox } from '#ui/forms/form-controls.tsx'
import { Icon } from '#ui/icon.tsx'
import { rich } from '#ui/rich.ts'
import { type AudienceChoice, type GroupChoice, kinds, sharingOf } from './audience-choice.ts'

type Props = {
  choice: AudienceChoice
  groups: GroupChoice[]
  isOwn: boolean
  error?: string
  onChange: (choice: AudienceChoice) => void
}

/** Asks a member who has groups who is to see the prompt. */
export function AudienceField({ choice, groups, isOwn, error, onChange }: Props) {
  const { who } = choice
  const labels: Record<AudienceChoice['who'], string> = {
    everybody: t('Everybody'),
    groups: t('Groups'),
    self: isOwn ? t('Only me') : t('Only its author'),
  }
  const toggle = (slug: string, isChosen: boolean) =>
    onChange({
      who,
      groups: isChosen ? [...choice.groups, slug] : choice.groups.filter((chosen) => chosen !== slug),
    })
  return (
    <fieldset
      name="audience"
      tabIndex={-1}
      className="grid gap-1.5"
      aria-describedby={error ? 'audience-error' : undefined}
    >
      <legend className="mb-1 font-semibold">{t('Who sees it')}</legend>
      <div className="flex flex-wrap gap-x-6">
        {kinds.map((kind) => (
          <label key={kind} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name="who"
              checked={who === kind}
              onChange={() => onChange({ ...choice, who: kind })}
              className="size-4.5 accent-ink"
            />
            {labels[kind]}
          </label>
        ))}
      </div>
      {who === 'groups' && (
        <div className="mt-1 max-h-64 overflow-y-auto border-hair border-s ps-4">
          {groups.map(({ slug, name, needsApproval }) => (
            <Checkbox
              key={slug}
              label={
                <span className="[overflow-wrap:anywhere]">
                  <bdi>{name}</bdi>
                  {needsApproval && <span className="text-ink-2 text-small"> {t('needs approval')}</span>}
                </span>
              }
              checked={choice.groups.includes(slug)}
              onChange={({ target }) => toggle(slug, target.checked)}
            />
          ))}
          {groups.length === 0 && (
            <p className="text-ink-2 text-small">
              {t('You only read in your groups. Ask an approver or an admin to make you a writer.')}
            </p>
          )}
        </div>
      )}
      {error ? (
        <p id="audience-error" className="field-error">
          <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />
          {error}
        </p>
      ) : (
        <Consequence choice={choice} groups={groups} />
      )}
    </fieldset>
  )
}

/** Says which group the prompt will belong to, and whether it waits for an approver. */
function Consequence({ choice, groups }: Pick<Props, 'choice' | 'groups'>) {
  const sharing = sharingOf(choice, groups)
  const owner = groups.find(({ slug }) => slug === sharing?.group)
  return (
    <p className="text-ink-2 text-small" role="status">
      {owner && sharing && (
        <>
          {rich('It belongs to {group}, whose writers edit it.', { group: <bdi>{owner.name}</bdi> })}{' '}
          {sharing.waits && t('One of its approvers must approve it first. Until then, only you and they see it.')}
        </>
      )}
    </p>
  )
}
