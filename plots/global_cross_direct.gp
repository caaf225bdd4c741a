# Figure: many words in use, where adjacent threads share one, so that a warp accesses one or few: how
# far apart must they be? See cross.gp.
#
# src: Maucher et al., PLOS'25, figure 5 (https://doi.org/10.1145/3764860.3768338). Added here: the map.
question = "How far apart must variables be? A warp uses one or few"
call "cross.gp" ARG1 ARG2 ARG3
