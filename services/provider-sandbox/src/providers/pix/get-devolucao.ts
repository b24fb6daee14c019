import { toDevolucaoObject } from './devolucao';
import { pixProblem } from './problem';
import { param, type PspEndpoint } from './psp';

/** GET /pix/{e2eid}/devolucao/{id} */
export const getDevolucao: PspEndpoint = async (psp, request) => {
  const devolucao = await psp.devolucoes.find(param(request, 'e2eid'), param(request, 'id'));
  if (devolucao === undefined)
    return pixProblem('PixDevolucaoNaoEncontrada', 'Devolução não encontrada para o e2eid e o id informados.');
  return { status: 200, body: toDevolucaoObject(devolucao) };
};
