import packageFile from '../../package.json' with { type: 'json' }

/** The version of this program, as package.json has it. The version tag of the specification is another thing. */
export const release = packageFile.version
