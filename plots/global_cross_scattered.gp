# Figure: many words in use, where adjacent threads use different ones, so that a warp accesses many:
# what do they cost each other? See cross.gp.
#
# src: Maucher et al., PLOS'25, figure 6 (https://doi.org/10.1145/3764860.3768338). Added here: the map.
question = "How far apart must variables be? A warp uses many"
call "cross.gp" ARG1 ARG2 ARG3
