/** By id; the same shape as what a file of runners/node/serializers exports. */
export const fakes: Record<string, { create(): Record<string, unknown> }>;
