import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'

/** An exported function of rules whose first parameter is a text. `parameters` are the others, which must be passed. */
export type RuleFunction = { path: string; name: string; parameters: { name: string; type: string }[] }

const root = join(import.meta.dirname, '../..')

/** Finds the functions of all rules, and of `src/lib`, whose first parameter is a text. */
export function findRuleFunctions(): RuleFunction[] {
  return globSync(['src/**/*rules.ts', 'src/lib/*.ts'], { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .sort()
    .flatMap((path) => functionsOf(path, readFileSync(join(root, path), 'utf8')))
}

function functionsOf(path: string, text: string): RuleFunction[] {
  return parseSync(path, text).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return []
    return declaredFunctions(statement.declaration).flatMap(({ name, params }) => {
      const [first, ...others] = params.map((param) => parameterOf(param, text))
      if (!first || !/^(?:readonly )?string(?: \| (?:null|undefined))?$/.test(first.type)) return []
      return [{ path, name, parameters: others.filter(({ isOptional }) => !isOptional) }]
    })
  })
}

function declaredFunctions(declaration: ESTree.Declaration): { name: string; params: ESTree.ParamPattern[] }[] {
  if (declaration.type === 'FunctionDeclaration')
    return declaration.id ? [{ name: declaration.id.name, params: declaration.params }] : []
  if (declaration.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression'
      ? [{ name: id.name, params: init.params }]
      : [],
  )
}

function parameterOf(param: ESTree.ParamPattern, text: string) {
  const pattern = param.type === 'AssignmentPattern' ? param.left : param
  const annotation = 'typeAnnotation' in pattern ? pattern.typeAnnotation?.typeAnnotation : null
  return {
    name: pattern.type === 'Identifier' ? pattern.name : '',
    // A default without a type, as in `(text = '')`, is a text if the default is.
    type: annotation ? text.slice(annotation.start, annotation.end) : defaultType(param),
    isOptional: param.type === 'AssignmentPattern' || ('optional' in pattern && pattern.optional === true),
  }
}

function defaultType(param: ESTree.ParamPattern): string {
  return param.type === 'AssignmentPattern' && param.right.type === 'Literal' ? typeof param.right.value : ''
}
