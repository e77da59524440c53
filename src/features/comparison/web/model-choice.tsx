import type { ReactNode } from 'react'
import { comparisonLimits as limits } from '#features/comparison/rules.ts'
import { formatCredits } from '#features/credits/rules.ts'
import { builtInBadge, modelLabel } from '#features/models/model-name-rules.ts'
import { type AiVendor, hasLanguageModel } from '#features/models/rules.ts'
import type { MemberModel } from '#features/models/web/offered-model.ts'
import { UnavailableModels } from '#features/models/web/unavailable-models.tsx'
import { VendorMark } from '#features/models/web/vendor-mark.tsx'
import { t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
import { chatNameOf } from './chat-name.ts'
import { pastedId } from './pasted/pasted-models.ts'

/**
 * Shows checkboxes to choose 2 to 5 models: models that can answer, families whose answers can be pasted, and the
 * Composer. `chosen` has the ids of models, and `pastedId`s of families.
 */
export function ModelChoice({
  models,
  families,
  chosen,
  isMember,
  onChange,
}: {
  models: MemberModel[]
  families: AiVendor[]
  chosen: string[]
  isMember: boolean
  onChange: (ids: string[]) => void
}) {
  const availableModels = models.filter(({ available }) => available)
  const builtIn = availableModels.filter(({ vendor }) => vendor === 'built-in')
  const canAnswer = hasLanguageModel(models)
  const option = (model: MemberModel) => (
    <ModelOption key={model.id} model={model} chosen={chosen} onChange={onChange} />
  )
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        {rich('Models {span}', {
          span: (
            <span className="font-normal text-ink-2 text-small">
              {canAnswer ? t('choose 2 to 5') : t('choose 2 to 5; you paste their answers')}
            </span>
          ),
        })}
      </legend>
      <div className="model-options">
        {availableModels.filter(({ vendor }) => vendor !== 'built-in').map(option)}
        {families.map((vendor) => (
          <Option key={vendor} id={pastedId(vendor)} chosen={chosen} onChange={onChange}>
            <span>
              <VendorMark vendor={vendor} /> <b>{chatNameOf(vendor)}</b>
              {canAnswer && <span className="block text-ink-2 text-small">{t('You paste its answer')}</span>}
            </span>
            {canAnswer && <span className="whitespace-nowrap text-small">{t('Free')}</span>}
          </Option>
        ))}
      </div>
      {builtIn.length > 0 && <div className="model-options mt-2">{builtIn.map(option)}</div>}
      <UnavailableModels
        models={models}
        renderLine={(familyNames) =>
          canAnswer
            ? isMember
              ? t('Paste answers from {familyNames}, or bring your own key to ask here.', { familyNames })
              : t('Paste answers from {familyNames}, or sign in and bring your own key to ask here.', { familyNames })
            : isMember
              ? t('Bring your own key, and models answer here directly.')
              : t('Sign in and bring your own key, and models answer here directly.')
        }
      />
    </fieldset>
  )
}

/** Shows a checkbox for a model that can answer, with its price. */
export function ModelOption({ model, ...choice }: { model: MemberModel } & Omit<ChoiceProps, 'id'>) {
  return (
    <Option id={model.id} {...choice}>
      <ModelLabel model={model} />
    </Option>
  )
}

type ChoiceProps = { id: string; chosen: string[]; onChange: (ids: string[]) => void }

function Option({ id, chosen, onChange, children }: ChoiceProps & { children: ReactNode }) {
  const isOn = chosen.includes(id)
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn}
        disabled={chosen.length >= limits.modelsMax && !isOn}
        onChange={() => onChange(isOn ? chosen.filter((other) => other !== id) : [...chosen, id])}
      />
      {children}
    </label>
  )
}

function ModelLabel({ model: { id, vendor, through, price, hasOwnKey } }: { model: MemberModel }) {
  const { name, detail } = modelLabel(id, vendor)
  return (
    <>
      <span className="min-w-0">
        {vendor !== 'built-in' && <VendorMark vendor={vendor} />} <b>{name}</b>{' '}
        {vendor === 'built-in' && <span className="badge">{builtInBadge()}</span>}
        <span className="block text-ink-2 text-small">
          {detail}
          {through && ` ${t('via {name}', { name: through })}`}
        </span>
      </span>
      <span className="whitespace-nowrap text-small tabular-nums">
        {hasOwnKey ? t('Your key') : formatCredits(price)}
      </span>
    </>
  )
}
